import type { Message } from '../message.ts'

interface Reset {
  readonly project: string
  readonly url: string
  readonly minutes: number
}

/** To choose a new password, for somebody who forgot theirs. */
export const passwordReset = ({ project, url, minutes }: Reset): Message => ({
  en: {
    subject: `Choose a new password for ${project}`,
    lines: [`Someone, hopefully you, asked for a new password for your account at ${project}.`],
    action: { label: 'Choose a new password', url },
    notes: [
      `The link works once, for ${minutes} minutes.`,
      'If it was not you, nothing needs to be done: your password stays as it is.',
    ],
  },
  ru: {
    subject: `Новый пароль для ${project}`,
    lines: [`Кто-то (возможно, вы) запросил новый пароль для вашей учётной записи в системе «${project}».`],
    action: { label: 'Придумать новый пароль', url },
    notes: [
      `Ссылка действует один раз, в течение ${minutes} мин.`,
      'Если это были не вы, ничего делать не нужно: пароль останется прежним.',
    ],
  },
  'zh-CN': {
    subject: `为 ${project} 设置新密码`,
    lines: [`有人（希望是您本人）请求为您在 ${project} 的账号设置新密码。`],
    action: { label: '设置新密码', url },
    notes: [`链接仅可使用一次，有效期 ${minutes} 分钟。`, '如果不是您本人操作，无需处理：您的密码保持不变。'],
  },
})
