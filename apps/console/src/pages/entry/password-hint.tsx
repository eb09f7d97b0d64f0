import { limits } from '@signet/contracts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { cx } from '../../ui/cx.ts'

const { min } = limits.administratorPasswordCharacters

const steps = Array.from({ length: min }, (_, index) => index)

/** Shows the typed part of the required length as a bar and as a number. */
export const PasswordHint = ({ password }: { readonly password: string }) => {
  const typed = Math.min(password.length, min)
  const color = typed < min ? 'bg-accent' : 'bg-good'
  return (
    <>
      <span className="mb-1.5 flex items-center gap-3">
        <span aria-hidden className="flex grow gap-0.5">
          {steps.map((step) => (
            <span key={step} className={cx('h-1 grow rounded-full', step < typed ? color : 'bg-line')} />
          ))}
        </span>
        <span className="whitespace-nowrap tabular-nums">
          {t.entry.charactersOf(formatNumber(typed), formatNumber(min))}
        </span>
      </span>{' '}
      {t.entry.passwordHint}
    </>
  )
}
