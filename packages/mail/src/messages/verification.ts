import type { Message } from '../message.ts'

interface ByLink {
  readonly project: string
  readonly url: string
  readonly hours: number
  /** Address of the administrator who asks; the person themselves otherwise. */
  readonly askedBy?: string | undefined
}

/** Proves an address by following a link. */
export const verificationLink = ({ project, url, hours, askedBy }: ByLink): Message => ({
  en: {
    subject: `Confirm your email for ${project}`,
    lines: [
      askedBy
        ? `${askedBy} asks you to confirm that this is your email address for ${project}.`
        : `Please confirm that this is your email address for ${project}.`,
    ],
    action: { label: 'Confirm the email', url },
    notes: [
      `The link works once, for ${hours} hours.`,
      'If you did not ask for this, you can ignore this message.',
    ],
  },
  ru: {
    subject: `Подтвердите адрес для ${project}`,
    lines: [
      askedBy
        ? `${askedBy} просит подтвердить, что это ваш адрес электронной почты для ${project}.`
        : `Подтвердите, пожалуйста, что это ваш адрес электронной почты для ${project}.`,
    ],
    action: { label: 'Подтвердить адрес', url },
    notes: [
      `Ссылка действует один раз, в течение ${hours} ч.`,
      'Если вы этого не запрашивали, не обращайте внимания на письмо.',
    ],
  },
  'zh-CN': {
    subject: `请确认您在 ${project} 的邮箱地址`,
    lines: [
      askedBy
        ? `${askedBy} 请您确认这是您在 ${project} 使用的邮箱地址。`
        : `请确认这是您在 ${project} 使用的邮箱地址。`,
    ],
    action: { label: '确认地址', url },
    notes: [`链接仅可使用一次，有效期 ${hours} 小时。`, '如果您没有请求此操作，请忽略本邮件。'],
  },
})

interface ByCode {
  readonly project: string
  readonly code: string
  readonly minutes: number
}

/** Proves an address by a code that is typed where it was asked for. */
export const verificationCode = ({ project, code, minutes }: ByCode): Message => ({
  en: {
    subject: `Your code for ${project}`,
    lines: [`Enter this code where ${project} asks for it:`],
    code,
    notes: [
      `The code works for ${minutes} minutes. Nobody from ${project} will ever ask you for it.`,
      'If you did not ask for this, you can ignore this message.',
    ],
  },
  ru: {
    subject: `Ваш код для ${project}`,
    lines: [`Введите этот код там, где его запрашивает ${project}:`],
    code,
    notes: [
      `Код действует ${minutes} мин. Никто из ${project} никогда не попросит его назвать.`,
      'Если вы этого не запрашивали, не обращайте внимания на письмо.',
    ],
  },
  'zh-CN': {
    subject: `您的 ${project} 验证码`,
    lines: [`请在 ${project} 的页面上输入此验证码：`],
    code,
    notes: [
      `验证码 ${minutes} 分钟内有效。${project} 的任何人都不会向您索要它。`,
      '如果您没有请求此操作，请忽略本邮件。',
    ],
  },
})
