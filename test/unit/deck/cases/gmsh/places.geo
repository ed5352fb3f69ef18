Merge'a.msh';Merge

/* x
*/ "b.msh" // y

;
Point(1) = {0, 0, 0}; Include "c.pro" ; EndFor Merge "d";
v = ShapeFromFile
(
"e.step"
);
