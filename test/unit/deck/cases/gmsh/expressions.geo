Merge StrCat(folder, "part.step");
Include Str[ name ] ;
Merge Sprintf("view%g.pos", i + 1);
v() = ShapeFromFile(name);
v() = ShapeFromFile(StrCat('a', (b)));
Merge
  StrCat(a, // the folder
  "b");
x = "a.msh"; Merge x;
