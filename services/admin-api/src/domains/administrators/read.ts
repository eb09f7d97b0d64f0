export { administratorsProject, findAdministrator, toAdministrator } from './administrator-store.ts'
