import { describe, expect, test } from 'vitest'
import { isStop } from './stop-words.ts'

describe('a message is a stop', () => {
  // The words of AWS and Twilio, and of the languages of shops.
  test.each(
    `STOP STOPALL UNSUBSCRIBE END QUIT CANCEL REVOKE OPTOUT REMOVE TD SAIR PARAR PARE CANCELAR REMOVER DESCADASTRAR
    BAJA ALTO DETENER DESUSCRIBIR ARRET ARRETER DESABONNER DESINSCRIRE STOPP ABMELDEN ABBESTELLEN FERMA BASTA
    CANCELLAMI DISISCRIVIMI AFMELDEN STOPPEN AVSLUTA SLUTA AVREGISTRER AFMELD LOPETA PERUUTA REZYGNUJE WYPISZ
    ODHLASIT LEIRATKOZAS DEZABONARE IPTAL DUR ΔΙΑΚΟΠΗ ΣΤΟΠ СТОП ОСТАНОВИТЬ ОТПИСАТЬСЯ ВІДПИСАТИСЯ הסר עצור الغاء
    ايقاف توقف لغو रोकें বন্ধ 停止 配信停止 退订 退訂 取消 수신거부 중지 ยกเลิก หยุด BERHENTI HUY`.split(/\s+/),
  )('%s', text => {
    expect(isStop(text)).toBe(true)
    expect(isStop(text.toLowerCase())).toBe(true)
  })

  test.each([
    ...[
      'Stop.',
      ' “stop!” ',
      'S\u0301TOP',
      'ＳＴＯＰ',
      '*STOP*',
      'stop\nstop',
      'Arrêt',
      'désabonner',
      "d'ésabonner",
    ],
    ...['opt out', 'Opt-out!', 'Não quero receber', 'no más mensajes'],
    ...[
      'please stop',
      'Stop all messages, thank you',
      'por favor parar de enviar mensagens',
      'Bitte stopp, danke',
    ],
    ...[
      'pls stop sms',
      'STOP WhatsApp now',
      'stop sending me promotions',
      'Merci, arrêter SVP',
      'cancel subscription',
    ],
    ...['cancelar inscrição por favor', 'cancelar suscripción, gracias', 'пожалуйста стоп', 'спасибо, стоп'],
    ...[
      'tack stopp',
      'tak stop',
      'kiitos lopeta',
      'proszę wypisz, dziękuję',
      'grazie basta',
      'per favore basta',
    ],
    ...[
      'thx stop',
      'obrigado parar',
      'obrigada sair',
      'parar de mandar mensagem',
      'baja de mensaje',
      'no más mensajes',
    ],
    'stop stop stop stop stop stop stop stop',
  ])('%j', text => {
    expect(isStop(text)).toBe(true)
  })
})

describe('a message is no stop', () => {
  test.each([
    ...[
      '',
      ' ',
      '!',
      'please',
      'thank you',
      'hello',
      "don't stop",
      'I will stop by at noon',
      'stopped',
      'nonstop',
    ],
    ...['opt', 'out', 'out opt', 'Não quero receber mais nada', 'sto p', 'st-op', 'me all now'],
    'stop stop stop stop stop stop stop stop stop', // nine words
  ])('%j', text => {
    expect(isStop(text)).toBe(false)
  })
})

test('two hundred characters are read', () => {
  expect(isStop(`stop${'.'.repeat(196)}hello`)).toBe(true)
  expect(isStop(`stop${'.'.repeat(194)} hello`)).toBe(false)
  expect(isStop(`${' '.repeat(200)}stop`)).toBe(true)
})
