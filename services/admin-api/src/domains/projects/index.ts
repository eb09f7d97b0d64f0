export { project_create } from './create.ts'
export { project_get, project_list } from './list.ts'
export { project_plan_set } from './plan.ts'
export { project_update } from './update.ts'
