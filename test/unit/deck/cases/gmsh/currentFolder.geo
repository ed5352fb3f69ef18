Merge StrCat(CurrentDirectory, "part.step");
Include StrCat[CurrentDir,"../sizes.geo"];
v() = ShapeFromFile(StrCat(CurrentDir, "/wing.brep"));
Merge StrCat(CurrentDir, "a", "b");
