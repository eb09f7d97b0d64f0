export { project_group_create } from './create.ts'
export { project_group_get, project_group_list, project_group_member_list } from './list.ts'
export { project_group_member_add, project_group_member_remove } from './members.ts'
export { project_group_delete, project_group_update } from './update.ts'
