export { findAdministrator, toAdministrator } from './administrator-store.ts'
