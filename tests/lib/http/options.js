'use strict';
// Options that are checked when something is made, and what is there when none are given.

const dgram = require('dgram');
const dns = require('dns');
const http = require('http');
const net = require('net');
const { show } = require('../table.js');

show(
  () => {const b=new net.BlockList();b.addAddress('1.2.3.4');b.addRange('1.1.1.1','1.1.1.9');b.addSubnet('10.0.0.0',8);return [b.toJSON(),net.BlockList.isBlockList(b)]},
  () => {const b=new net.BlockList();b.fromJSON(['Subnet: IPv4 10.0.0.0/8','Address: IPv4 1.2.3.4','Range: IPv4 1.1.1.1-1.1.1.9']);return [b.rules,b.check('10.1.1.1')]},
  () => {new net.BlockList().fromJSON('x')},
  () => {new net.BlockList().fromJSON(1)},
  () => [net.SocketAddress.parse('1.2.3.4:80'),net.SocketAddress.parse('[::1]:8'),net.SocketAddress.parse('x'),net.SocketAddress.isSocketAddress({})],
  () => {const s=http.createServer({optimizeEmptyRequests:1})},
  () => {http.createServer({keepAliveTimeoutBuffer:'x'})},
  () => {http.createServer({httpValidation:'x'})},
  () => {http.createServer({shouldUpgradeCallback:1})},
  () => {http.createServer({highWaterMark:-1})},
  () => {http.createServer({requestTimeout:1,headersTimeout:2})},
  () => {http.createServer({uniqueHeaders:1})},
  () => {http.createServer({rejectNonStandardBodyWrites:1})},
  () => {http.createServer({connectionsCheckingInterval:-1})},
  () => {http.createServer({joinDuplicateHeaders:1})},
  () => http.createServer({noDelay:false,keepAlive:true}).keepAlive,
  () => {new http.Agent({maxTotalSockets:0})},
  () => {new http.Agent({scheduling:'x'})},
  () => {new http.Agent({agentKeepAliveTimeoutBuffer:'x'}).agentKeepAliveTimeoutBuffer},
  () => {new http.Agent({maxSockets:'x'})},
  () => {new http.Agent({maxFreeSockets:-1})},
  () => typeof http.createServer()[Symbol.asyncDispose],
  () => {const s=http.createServer();return [s.headersTimeout,s.requestTimeout,s.keepAliveTimeout,s.timeout,s.maxHeadersCount,s.maxRequestsPerSocket,s.connectionsCheckingInterval,s.keepAliveTimeoutBuffer,s.httpAllowHalfOpen,s.requireHostHeader,s.insecureHTTPParser]},
  () => {dns.setDefaultResultOrder('x')},
  () => {dns.setDefaultResultOrder('ipv6first');const r=dns.getDefaultResultOrder();dns.setDefaultResultOrder('verbatim');return r},
  () => {new dns.Resolver({maxTimeout:-1})},
  () => {new dns.Resolver({timeout:'x'})},
  () => {new dns.Resolver({tries:0})},
  () => {dns.setServers(['x'])},
  () => {dns.setServers([1])},
  () => {dns.lookup('a',{order:'x'},()=>{})},
  () => {dns.lookup('a',{verbatim:1},()=>{})},
  () => {dgram.createSocket({type:'udp4',reusePort:1}).close()},
  () => {dgram.createSocket({type:'x'})},
  () => {dgram.createSocket({type:'udp4',receiveBlockList:1})},
  () => {dgram.createSocket({type:'udp4',sendBlockList:1})},
);
