import { limits } from '@signet/contracts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'

const { min } = limits.administratorPasswordCharacters

/** Returns the rule for an empty field, and the number of missing characters while a shorter password is typed. */
export const passwordHint = (password: string): string =>
  password && password.length < min
    ? t.entry.charactersMissing(min - password.length)
    : t.entry.passwordHint(formatNumber(min))
