export * from './metadata.ts'
export * from './xml.ts'
