Merge'a.msh';Merge

/* x
*/ "b.msh" // y

;
Point(1) = {0, 0, 0}; Include "c.pro" ; EndFor Merge "d";
v = ShapeFromFile
(
"e.step"
);
MergeWithBoundingBox
"f.step";
v() = ListFromFile
["g.txt"];
Merge "two words/a+b\%g.STL";
