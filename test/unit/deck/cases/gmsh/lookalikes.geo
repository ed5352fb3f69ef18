// Merge "a";
=====
x = 1; // Merge "a";
=====
/* Merge "a"; */
=====
/*
Merge "a";
*/
=====
Printf("Merge 'a';");
=====
Printf('Merge "a";');
=====
Printf("
Merge ");
=====
Save "a.msh";
=====
Print "a.png";
=====
Save View[0] "a.pos";
=====
Printf("x") > "a.txt";
=====
OnelabRun("solver", "a.pro");
=====
SystemCall "a";
=====
CreateDir "a";
=====
SetName "Merge";
=====
SetName "Merge" "a";
=====
merge "a";
=====
INCLUDE "a";
=====
Merged "a";
=====
Merge_1 "a";
=====
Merge a b;
=====
Merge 1;
=====
Merge "a"
=====
Merge "a" "b";
=====
Merge "a", "b";
=====
Merge "a" ("b");
=====
v() = ShapeFromFile("a", "b");
=====
Merge "";
=====
Merge "a
b";
=====
Merge ("a");
=====
Merge;
"a";
=====
Merge = 1;
=====
Field[1].IncludeBoundary = "a";
=====
x = { Merge };
=====
v() = ShapeFromFile();
=====
v() = ShapeFromFile["a"};
=====
v() = ShapeFromFile("a"; Merge "x"
=====
v() = ShapeFromFile "a";
=====
If (FileExists("a")) EndIf
=====
#include "a"
