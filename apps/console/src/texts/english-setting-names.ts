/** Loaded after the first page. */
export { settingNames } from '@signet/contracts'
