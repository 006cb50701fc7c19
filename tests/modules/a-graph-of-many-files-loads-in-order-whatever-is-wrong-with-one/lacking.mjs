import './fine.mjs';
import './part/p3.mjs';
import './part/p4.mjs';
import './part/p5.mjs';
import './missing.mjs';
