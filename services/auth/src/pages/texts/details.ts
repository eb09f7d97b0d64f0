import type { Locale } from '@signet/i18n'

/** Words for fine-grained permissions: the members RFC 9396 names; others keep the name they have. */
interface DetailTexts {
  readonly title: string
  readonly members: Readonly<Record<string, string>>
}

export const detailTexts: Readonly<Record<Locale, DetailTexts>> = {
  en: {
    title: 'It asks in particular for',
    members: {
      actions: 'Actions',
      locations: 'Where',
      datatypes: 'Kinds of data',
      identifier: 'Which one',
      privileges: 'Privileges',
    },
  },
  ru: {
    title: 'В частности, запрашивается',
    members: {
      actions: 'Действия',
      locations: 'Где',
      datatypes: 'Виды данных',
      identifier: 'Что именно',
      privileges: 'Права',
    },
  },
  'zh-CN': {
    title: '具体请求如下',
    members: {
      actions: '操作',
      locations: '位置',
      datatypes: '数据类型',
      identifier: '具体对象',
      privileges: '权限',
    },
  },
}
