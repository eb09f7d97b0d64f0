export { smtp_settings_get, smtp_settings_update } from './settings.ts'
