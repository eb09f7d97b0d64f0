import { type Locale, localeNames, locales } from '@signet/i18n'
import { t } from '../texts/index.ts'
import { Select } from '../ui/select.tsx'

interface LanguageSelectProps {
  readonly value: Locale | ''
  readonly onChange: (language: Locale | '') => void
  readonly error?: string | undefined
}

/** Chooses the language of one message; the server decides without a choice. */
export const LanguageSelect = (props: LanguageSelectProps) => (
  <Select
    {...props}
    label={t.common.messageLanguage}
    name="language"
    options={[
      { value: '', label: t.common.messageLanguageDefault },
      ...locales.map((value) => ({ value, label: localeNames[value] })),
    ]}
  />
)
