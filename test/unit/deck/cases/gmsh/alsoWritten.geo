Merge "a.msh";
Save View[0] "v.pos";
Merge "v.pos";
=====
Save StrCat("a", ".msh");
Merge "a.msh";
=====
Printf("a") > StrCat("w", ".geo");
Include "w.geo";
=====
If (a > b)
EndIf
Merge "a.msh";
=====
RenameFile "a", "b.msh";
Merge "b.msh";
=====
OnelabRun("x");
Merge "c.msh";
=====
NonBlockingSystemCall "make";
Merge "d.msh";
