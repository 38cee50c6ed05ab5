// The same for `import`. There is one of everything, however a program loads it: what is behind both
// ways is CommonJS, which every Node.js can load from either.

export * from "./index.js";
