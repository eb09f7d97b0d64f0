import type { Message } from '../message.ts'

/** Shows a super administrator that the mail settings work. */
export const testMessage = ({ instance }: { readonly instance: string }): Message => ({
  en: {
    subject: 'Mail from Signet works',
    lines: [`This is the test message of the mail settings at ${instance}. Nothing needs to be done.`],
    notes: [],
  },
  ru: {
    subject: 'Почта Signet работает',
    lines: [`Это проверочное письмо настроек почты на ${instance}. Ничего делать не нужно.`],
    notes: [],
  },
  'zh-CN': {
    subject: 'Signet 邮件发送正常',
    lines: [`这是 ${instance} 邮件设置的测试邮件，无需任何操作。`],
    notes: [],
  },
})
