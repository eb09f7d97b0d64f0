export * from './overview.ts'
export * from './project.ts'
