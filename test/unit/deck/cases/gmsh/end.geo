Merge "a.geo";
Abort;
Merge "b.geo";
=====
If (n)
Abort;
EndIf
Merge "b.geo";
=====
Merge "a.geo";
Exit;
Merge "b.geo";
=====
If (n)
Exit;
EndIf
Merge "b.geo";
