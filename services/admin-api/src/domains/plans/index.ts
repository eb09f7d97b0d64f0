export { plan_create, plan_delete, plan_update } from './changes.ts'
export { plan_get, plan_list } from './list.ts'
export { project_plan_set } from './set.ts'
