export { audit_list } from './list.ts'
