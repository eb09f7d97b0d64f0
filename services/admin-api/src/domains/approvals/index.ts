export { approval_approve, approval_refuse } from './decide.ts'
export { approval_get, approval_list } from './read.ts'
