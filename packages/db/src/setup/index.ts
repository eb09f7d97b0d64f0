export {
  AGENT_CLIENT_ID,
  AGENT_REDIRECT_URIS,
  CONSOLE_CLIENT_ID,
  consoleAddresses,
  consoleSecretPlace,
  FREE_PLAN_ID,
} from './built-in.ts'
export { ServiceLoginRefused } from './service-login.ts'
export { complete, type SetupOptions, SetupRefused, type SetupResult, setup } from './setup.ts'
