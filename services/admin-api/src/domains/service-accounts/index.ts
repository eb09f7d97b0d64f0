export { service_account_create, service_account_delete, service_account_update } from './changes.ts'
export { service_account_get, service_account_list } from './list.ts'
export { service_account_key_rotate } from './rotate.ts'
