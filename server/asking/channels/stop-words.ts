// The lists of AWS and Twilio, and the words that people use in the languages of shops. Without accents, in upper case.
const words = new Set(
  `STOP STOPALL UNSUBSCRIBE END QUIT CANCEL REVOKE OPTOUT OPT-OUT REMOVE TD
  SAIR PARAR PARE CANCELAR REMOVER DESCADASTRAR BAJA ALTO DETENER DESUSCRIBIR
  ARRET ARRETER DESABONNER DESINSCRIRE STOPP ABMELDEN ABBESTELLEN
  FERMA BASTA CANCELLAMI DISISCRIVIMI AFMELDEN STOPPEN AVSLUTA SLUTA AVREGISTRER AFMELD LOPETA PERUUTA
  REZYGNUJE WYPISZ ODHLASIT LEIRATKOZAS DEZABONARE IPTAL DUR ΔΙΑΚΟΠΗ ΣΤΟΠ СТОП ОТПИСАТЬСЯ ВІДПИСАТИСЯ
  הסר עצור الغاء ايقاف توقف لغو रोकें বন্ধ 停止 配信停止 退订 退訂 取消 수신거부 중지 ยกเลิก หยุด BERHENTI HUY`
    .split(/\s+/)
    .map(plain),
)

const sentences = new Set(
  [
    'STOP SMS',
    'STOP WHATSAPP',
    'STOP PROMOTIONS',
    'UNSUBSCRIBE ME',
    'NAO QUERO RECEBER',
    'NO MAS MENSAJES',
  ].map(plain),
)

/**
 * Whether a whole message asks to receive no more: in any language, whatever the case, accents and punctuation. A word
 * within a sentence does not count: "don't stop" is no request to stop.
 */
export function isStop(text: string): boolean {
  const said = plain(text)
  return words.has(said) || sentences.has(said)
}

function plain(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
