Include "sizes.geo";
Merge "part.step";
MergeWithBoundingBox "view.pos";
v() = ShapeFromFile("wing.brep");
x[] = ListFromFile["points.txt"];
