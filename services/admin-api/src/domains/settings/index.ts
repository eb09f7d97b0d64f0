export { settings_get } from './get.ts'
export { settings_update } from './update.ts'
