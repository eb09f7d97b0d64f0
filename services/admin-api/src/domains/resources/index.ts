export { resource_declare } from './declare.ts'
export { resource_get, resource_list } from './list.ts'
export { resource_delete, resource_update } from './update.ts'
export * from './vouching.ts'
