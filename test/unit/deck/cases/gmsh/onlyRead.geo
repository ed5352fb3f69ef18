Field[1] = Structured;
Field[1].FileName = "sizes.dat";
Field[1].TextFormat = 1;
Field [ n + 1 ] . FileName = 'more.dat';
Field[2].FileName =
  "last.dat";
Field[3].FileName = StrCat(CurrentDirectory, "here.dat");
Field[4].FileName = Sprintf("%g.dat", 4);
Plugin(FieldFromAmplitudePhase).MeshFile = "fine.msh";
Plugin(VoroMetal).SeedsFile = "seeds.txt";
General.BackgroundImageFileName = "drawing.png";
If (n > 1)
  Field[5].FileName = "maybe.dat";
EndIf
=====
View[0].FileName = "old.pos";
General.FileName = "old.geo";
General.LogFileName = "old.log";
General.OptionsFileName = "old.opt";
Plugin(HomologyComputation).Filename = "old.msh";
Plugin(NearToFarField).MatlabOutputFile = "old.m";
Plugin(Bubbles).OutputFile = "old.geo";
Field[1].FileName;
Field[1].FileName "old.dat";
Field[1].MeshFile = "old.msh";
FileName = "old.dat";
Field[1].F = "x*y";
x = Field; FileName = "old.dat";
=====
System "make part.step";
Merge "part.step";
=====
Save "sizes.dat";
Field[1].FileName = "sizes.dat";
