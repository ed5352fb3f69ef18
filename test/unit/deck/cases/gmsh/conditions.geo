If (n > 1)
  Merge "a.step";
ElseIf (n > 0)
  If (m)
    Include "b.geo";
  EndIf
Else
  Merge Str(c);
EndIf Printf("If");
Merge "d.step";
Macro Load
Merge "e.step";
Return
Function Load2
Merge "f.step";
Return
EndIf
Merge "g.step";
For i In {1:3}
Merge "h.step";
EndFor
DefineConstant[ i = {1, Name "x", Macro "Load"} ];
Merge "i.step";
