Open "part.step"; Open "a.geo";
Open StrCat(a, "b"); Open = 1;
