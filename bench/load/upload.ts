import { connect } from 'node:net';

const pieceBytes = Buffer.alloc(65_536, 'x');

/** Sends one document of `bytes` bytes; resolves with the seconds until the answer. */
export function upload(port: number, path: string, bytes: number): Promise<number> {
  const head =
    '--B\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n42\r\n--B\r\nContent-Disposition: form-data; name="document"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n';
  const tail = '\r\n--B--\r\n';
  const length = head.length + bytes + tail.length;
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let remainingBytes = bytes;
    const write = (): void => {
      while (remainingBytes > 0) {
        const piece = remainingBytes >= pieceBytes.length ? pieceBytes : pieceBytes.subarray(0, remainingBytes);
        remainingBytes -= piece.length;
        const mayGoOn = socket.write(piece);
        if (remainingBytes === 0) socket.write(tail);
        if (!mayGoOn) return;
      }
    };
    socket.on('drain', write);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      socket.destroy();
      if (chunk.toString('latin1', 9, 12) === '200') resolve((performance.now() - startedAt) / 1_000);
      else reject(new Error(chunk.toString('latin1', 0, 200)));
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${length}\r\n\r\n${head}`,
    );
    write();
  });
}
