import { t } from '../texts/index.ts'
import { languages } from '../texts/language.ts'
import { Select } from '../ui/select.tsx'

/** Languages of messages, as the contract names them. */
const mailLanguages = { en: languages.en, ru: languages.ru, 'zh-CN': languages.zh } as const
export type MailLanguage = keyof typeof mailLanguages

interface LanguageSelectProps {
  readonly value: MailLanguage | ''
  readonly onChange: (language: MailLanguage | '') => void
  readonly error?: string | undefined
}

/** The language of one message; without a choice the server's own rule decides. */
export const LanguageSelect = (props: LanguageSelectProps) => (
  <Select
    {...props}
    label={t.common.messageLanguage}
    name="language"
    options={[
      { value: '', label: t.common.messageLanguageDefault },
      ...(Object.keys(mailLanguages) as MailLanguage[]).map((value) => ({
        value,
        label: mailLanguages[value],
      })),
    ]}
  />
)
