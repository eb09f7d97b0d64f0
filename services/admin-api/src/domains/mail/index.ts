export { smtp_settings_get, smtp_settings_update } from './settings.ts'
export { smtp_settings_test } from './test.ts'
