Merge "a.msh";
Mesh 3;
Save "a.msh";
Merge "a.msh";
Merge "b.msh";
Printf("lc = 1;") > "a.geo";
Include "a.geo";
Print "b.msh"; Merge "b.msh";
Printf("x") >> "a.geo";
Include "a.geo";
=====
Merge "a.geo";
SystemCall "make";
Merge "b.geo";
