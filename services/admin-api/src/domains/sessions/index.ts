export { logout } from './logout.ts'
export { scope_get, scope_set } from './scope.ts'
export { setup } from './setup.ts'
export { whoami } from './who-am-i.ts'
