Merge "a.geo";
Merge "b.geo_unrolled";
Merge "c.geo.opt";
Merge "a.GEO"; v() = ShapeFromFile("b.geo");
