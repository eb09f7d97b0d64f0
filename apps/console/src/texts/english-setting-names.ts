/** The English names, in a module that is loaded after the first page. */
export { settingNames } from '@signet/contracts'
