/** Where the only section begins in the file and in memory. */
const sectionAt = { file: 0x200, memory: 0x1000 };

/**
 * A library for 64-bit Windows without any code: it has one function, which is that of another library.
 * @param target library and function, such as `kernel32.Sleep`
 * @returns the content of its file
 */
export function forwardingLibrary(fileName: string, functionName: string, target: string): Buffer {
  const exported = exportsOf(fileName, functionName, target);
  const file = Buffer.alloc(2 * sectionAt.file);
  const headersAt = 0x40;
  file.write('MZ', 0);
  file.writeUInt32LE(headersAt, 0x3c);
  file.write('PE', headersAt);
  const coff = file.subarray(headersAt + 4);
  coff.writeUInt16LE(0x8664, 0); // x64
  coff.writeUInt16LE(1, 2); // sections
  coff.writeUInt16LE(0xf0, 16); // size of the optional header
  coff.writeUInt16LE(0x2022, 18); // a library that can be loaded anywhere
  const optional = coff.subarray(20);
  optional.writeUInt16LE(0x20b, 0); // 64 bits
  optional.writeBigUInt64LE(0x1_8000_0000n, 24); // preferred address
  optional.writeUInt32LE(0x1000, 32); // alignment in memory
  optional.writeUInt32LE(sectionAt.file, 36); // alignment in the file
  optional.writeUInt16LE(6, 40); // version of the system
  optional.writeUInt16LE(6, 48); // version of the subsystem
  optional.writeUInt32LE(2 * sectionAt.memory, 56); // size in memory
  optional.writeUInt32LE(sectionAt.file, 60); // size of the headers
  optional.writeUInt16LE(2, 68); // subsystem
  optional.writeUInt16LE(0x140, 70); // no fixed address, no code in data
  optional.writeUInt32LE(16, 108); // directories
  // A name inside of this directory, instead of code outside of it, is what makes a function that of another library.
  optional.writeUInt32LE(sectionAt.memory, 112);
  optional.writeUInt32LE(exported.length, 116);
  const section = optional.subarray(0xf0);
  section.write('.edata', 0);
  section.writeUInt32LE(exported.length, 8);
  section.writeUInt32LE(sectionAt.memory, 12);
  section.writeUInt32LE(sectionAt.file, 16);
  section.writeUInt32LE(sectionAt.file, 20);
  section.writeUInt32LE(0x4000_0040, 36); // data, readable
  exported.copy(file, sectionAt.file);
  return file;
}

/** The directory of exports with its tables and names. */
function exportsOf(fileName: string, functionName: string, target: string): Buffer {
  const tablesAt = 40;
  const namesAt = tablesAt + 10;
  const names = [fileName, functionName, target].map((name) => Buffer.from(`${name}\0`));
  const places = names.map((_, index) => {
    const before = names.slice(0, index).reduce((sum, { length }) => sum + length, 0);
    return sectionAt.memory + namesAt + before;
  });
  const [fileNameAt = 0, functionNameAt = 0, targetAt = 0] = places;
  const directory = Buffer.alloc(namesAt);
  directory.writeUInt32LE(fileNameAt, 12);
  directory.writeUInt32LE(1, 16); // first number of a function
  directory.writeUInt32LE(1, 20); // functions
  directory.writeUInt32LE(1, 24); // names
  directory.writeUInt32LE(sectionAt.memory + tablesAt, 28);
  directory.writeUInt32LE(sectionAt.memory + tablesAt + 4, 32);
  directory.writeUInt32LE(sectionAt.memory + tablesAt + 8, 36);
  directory.writeUInt32LE(targetAt, tablesAt);
  directory.writeUInt32LE(functionNameAt, tablesAt + 4);
  return Buffer.concat([directory, ...names]);
}
