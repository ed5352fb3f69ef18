// Replaces @vscode/deviceid, whose native part cannot be had from npm.
exports.getDeviceId = async () => '0';
