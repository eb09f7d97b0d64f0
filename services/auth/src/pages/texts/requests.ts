import type { Locale } from '@signet/i18n'

interface RequestTexts {
  readonly title: string
  readonly asks: (application: string) => string
  readonly compare: string
  readonly will: string
  readonly onlyIdentity: string
  readonly allow: string
  readonly deny: string
  readonly none: string
  readonly noneText: string
  readonly warning: string
  readonly again: string
}

/** Words of the page of waiting requests. */
export const requestTexts: Readonly<Record<Locale, RequestTexts>> = {
  en: {
    title: 'Waiting for your answer',
    asks: (application) => `${application} asks you to confirm`,
    compare: 'It must show exactly this to you as well:',
    will: 'It will be able to',
    onlyIdentity: 'It will only learn who you are here.',
    allow: 'Confirm',
    deny: 'Refuse',
    none: 'Nothing is waiting',
    noneText: 'When an application asks you to confirm something, you will find it here for a few minutes.',
    warning: 'Confirm only what you started yourself just now. If you did not expect it, refuse.',
    again: 'Look again',
  },
  ru: {
    title: 'Ожидают вашего ответа',
    asks: (application) => `${application} просит подтверждения`,
    compare: 'В приложении должно быть показано в точности то же самое:',
    will: 'Приложение сможет',
    onlyIdentity: 'Приложение узнает только, что это вы.',
    allow: 'Подтвердить',
    deny: 'Отказать',
    none: 'Ничего не ожидает ответа',
    noneText: 'Когда приложение попросит вас что-то подтвердить, это появится здесь на несколько минут.',
    warning: 'Подтверждайте только то, что вы сами только что начали. Если вы этого не ждали, откажите.',
    again: 'Обновить',
  },
  'zh-CN': {
    title: '等待您确认',
    asks: (application) => `${application} 请您确认`,
    compare: '应用中也必须显示完全相同的内容：',
    will: '该应用将能够',
    onlyIdentity: '该应用只会知道您的身份。',
    allow: '确认',
    deny: '拒绝',
    none: '没有等待确认的请求',
    noneText: '当应用请您确认某项操作时，请求会在这里显示几分钟。',
    warning: '只确认您自己刚刚发起的操作。如果不是您发起的，请拒绝。',
    again: '刷新',
  },
}
