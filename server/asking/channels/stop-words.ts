// The lists of AWS and Twilio, and the words that people use in the languages of shops. Without accents, in upper case.
const words = new Set(
  `STOP STOPALL UNSUBSCRIBE END QUIT CANCEL REVOKE OPTOUT REMOVE TD
  SAIR PARAR PARE CANCELAR REMOVER DESCADASTRAR BAJA ALTO DETENER DESUSCRIBIR
  ARRET ARRETER DESABONNER DESINSCRIRE STOPP ABMELDEN ABBESTELLEN
  FERMA BASTA CANCELLAMI DISISCRIVIMI AFMELDEN STOPPEN AVSLUTA SLUTA AVREGISTRER AFMELD LOPETA PERUUTA
  REZYGNUJE WYPISZ ODHLASIT LEIRATKOZAS DEZABONARE IPTAL DUR ΔΙΑΚΟΠΗ ΣΤΟΠ СТОП ОСТАНОВИТЬ ОТПИСАТЬСЯ ВІДПИСАТИСЯ
  הסר עצור الغاء ايقاف توقف لغو रोकें বন্ধ 停止 配信停止 退订 退訂 取消 수신거부 중지 ยกเลิก หยุด BERHENTI HUY`
    .split(/\s+/)
    .map(plain),
)

const sentences = new Set(['OPT OUT', 'NAO QUERO RECEBER', 'NO MAS MENSAJES'].map(plain))

// What people write around such a word, and what leaves its meaning as it is.
const around = new Set(
  `PLEASE PLS THANKS THANK YOU THX ME ALL NOW SMS WHATSAPP MESSAGE MESSAGES PROMOTIONS SUBSCRIPTION SENDING
  POR FAVOR OBRIGADO OBRIGADA GRACIAS DE ENVIAR MANDAR MENSAGEM MENSAGENS MENSAJE MENSAJES INSCRICAO SUSCRIPCION
  BITTE DANKE MERCI SVP GRAZIE PER FAVORE TACK TAK KIITOS PROSZE DZIEKUJE ПОЖАЛУЙСТА СПАСИБО`
    .split(/\s+/)
    .map(plain),
)
const mostWords = 8

/**
 * Whether a whole message asks to receive no more: in any language, whatever the case, accents, width and punctuation,
 * and however politely. A word within another sentence does not count: "don't stop" is no request to stop.
 */
export function isStop(text: string): boolean {
  const said = plain(text)
  const parts = said.split(' ')
  return (
    sentences.has(said) ||
    (parts.length <= mostWords &&
      parts.some(part => words.has(part)) &&
      parts.every(part => words.has(part) || around.has(part)))
  )
}

function plain(text: string): string {
  return text
    .trim()
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
