export const sampleLanguages = ['TypeScript', 'Python', 'PHP', 'Ruby'] as const

export type SampleLanguage = (typeof sampleLanguages)[number]

/**
 * How a server verifies a request. docs/how-to/receive-webhooks.md has the last three too. samples.test.ts compares them,
 * and runs those in TypeScript and Python.
 */
export const samples: Record<SampleLanguage, string> = {
  TypeScript: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks'

type Event = { type: string; timestamp: string; data: Record<string, unknown> }

/** Throws unless Realword sent it. \`body\` is the raw body. */
export function readEvent(secret: string, headers: Record<string, string>, body: string): Event {
  return new Webhook(secret).verify(body, headers) as Event
}`,
  Python: `import base64, hashlib, hmac, json, time

def read_event(secret, headers, body):
    """Raises ValueError unless Realword sent it. body is the raw body, as bytes."""
    event_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(one, expected) for one in given):
        raise ValueError("wrong signature")
    return json.loads(body)`,
  PHP: `/** Throws unless Realword sent it. $body is the raw body: file_get_contents('php://input') */
function read_event(string $secret, array $headers, string $body): array {
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) throw new Exception('too old');
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = $headers['webhook-id'] . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given)
        if (hash_equals($expected, $given)) return json_decode($body, true);
    throw new Exception('wrong signature');
}`,
  Ruby: `require "base64"
require "json"
require "openssl"

# Raises unless Realword sent it. body is the raw body: request.raw_post
def read_event(secret, headers, body)
  timestamp = headers["webhook-timestamp"]
  raise "too old" if (Time.now.to_i - timestamp.to_i).abs > 300
  key = Base64.decode64(secret.delete_prefix("whsec_"))
  signed = "#{headers["webhook-id"]}.#{timestamp}.#{body}"
  expected = "v1," + Base64.strict_encode64(OpenSSL::HMAC.digest("SHA256", key, signed))
  given = headers["webhook-signature"].split(" ")
  raise "wrong signature" unless given.any? { |one| OpenSSL.secure_compare(one, expected) }
  JSON.parse(body)
end`,
}
