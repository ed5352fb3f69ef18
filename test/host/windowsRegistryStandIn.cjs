// Replaces @vscode/windows-registry, whose native part cannot be had from npm: a registry without any value.
exports.GetStringRegKey = () => undefined;
exports.GetDWORDRegKey = () => undefined;
