/** The part of s3rver that the tests use. It comes without types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  export default class S3rver {
    constructor(options: {
      readonly address: string;
      /** 0 for a free port. */
      readonly port: number;
      /** Folder in which each bucket is a folder. */
      readonly directory: string;
      readonly silent: boolean;
      /** Whether the bucket may be named by the host of a request. */
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
