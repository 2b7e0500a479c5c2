import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Ceremony } from './passkeys.ts';

/** Simulates an authenticator and its browser for tests: one ES256 key, made on first use. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const head = (rpId: string, flags: number) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count]);
  };
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
  };

  return {
    id: id.toString('base64url'),
    /** Sets the counter back, as a copy of the key would have it. */
    rewind: (to: number) => {
      counter = to;
    },
    /** Answers `navigator.credentials.create`. `verified` false: nobody showed finger, face or PIN. */
    create(options: Ceremony, { verified = true, from = origin } = {}): Ceremony {
      const { challenge, rp, user } = options as { challenge: string; rp: { id: string }; user: { id: string } };
      userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        head(rp.id, 0x41 | (verified ? 0x04 : 0)),
        Buffer.alloc(16),
        length,
        id,
        coseKey(),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, from).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Answers `navigator.credentials.get`. */
    get(options: Ceremony, { verified = true, from = origin } = {}): Ceremony {
      const { challenge, rpId } = options as { challenge: string; rpId: string };
      const authData = head(rpId, 0x01 | (verified ? 0x04 : 0));
      const client = clientData('webauthn.get', challenge, from);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
