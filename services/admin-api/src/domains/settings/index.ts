export { errorreport_settings_get, errorreport_settings_update } from './error-report.ts'
export { settings_get } from './get.ts'
export { settings_update } from './update.ts'
