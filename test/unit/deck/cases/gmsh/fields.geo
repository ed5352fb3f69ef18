Field[1] = Structured;
Field[1].FileName = "sizes.dat";
Field[n + 1].FileName="a b.dat"; Field [2] . FileName = StrCat(name, ".dat");
If (n)
Field[3].FileName = "c.dat";
EndIf
=====
General.FileName = "a.geo";
View[0].FileName = "a.pos";
Field[1].FileName "a";
Field[1].FileNames = "a";
Field[1] = Structured; View[0].FileName = "a.pos";
Printf("Field[1].FileName = %g", 1);
x = StrPrefix(General.FileName);
