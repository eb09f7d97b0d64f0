export * from './overview.ts'
export * from './project.ts'
export * from './sign-in-counts.ts'
