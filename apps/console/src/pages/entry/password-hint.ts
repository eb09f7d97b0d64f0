import { limits } from '@signet/contracts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'

const { min } = limits.administratorPasswordCharacters

/** Returns the number of characters that a shorter password lacks, otherwise the rule. */
export const passwordHint = (password: string): string =>
  password && password.length < min
    ? t.entry.charactersMissing(min - password.length)
    : t.entry.passwordHint(formatNumber(min))
